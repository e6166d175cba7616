// `authsrv serve all|public|admin`: its flags are those of the settings.

import type { Listeners } from '../../auth/listeners/listen.ts';
import { settingsSchema } from '../../auth/settings/settings-schema.ts';
import type { SettingOptions } from '../../base/config/config.ts';
import type { Call, Command, Flag } from '../commands/command.ts';
import { configFile } from './shared-flags.ts';

const settingFlags: readonly Flag[] = Object.values(settingsSchema.properties).flatMap((schema) => {
  const { 'x-setting': setting, type } = schema as { 'x-setting'?: SettingOptions; type?: string };
  if (setting?.flag === undefined) return [];
  const { flag, short, env, description } = setting;
  const help = description.replaceAll('`', '');
  return [
    {
      name: flag,
      help: help.charAt(0).toLowerCase() + help.slice(1),
      environment: env,
      ...(short === undefined ? {} : { short }),
      ...(type === 'boolean' ? {} : { value: 'VALUE' }),
    },
  ];
});

const tlsInstead = 'Set HTTPS_TLS_CERT_PATH and HTTPS_TLS_KEY_PATH.';

function serveCommand(which: Listeners, summary: string): Command {
  return {
    words: ['serve', which],
    summary,
    details:
      'Prints one line when it answers, writes its log to standard error, and stops cleanly on SIGTERM and SIGINT. ' +
      'Flags go before the environment, which goes before the settings file; every setting is in ' +
      'docs/authorization-server-settings.md.',
    flags: [configFile, ...settingFlags],
    endpoint: 'none',
    former: {
      'https-tls-key-path': tlsInstead,
      'https-tls-cert-path': tlsInstead,
      host: 'Use --public-host and --admin-host.',
      port: 'Use --public-port and --admin-port.',
    },
    examples: [`DATABASE_URL=sqlite:///var/lib/authsrv.sqlite SYSTEM_SECRET=… authsrv serve ${which}`],
    async run(call) {
      const { serve } = await import('./serve.ts');
      await serve(which, call.terminal.environment, givenFlags(call));
    },
  };
}

/** The settings check them: what is not given comes from environment and file there. */
function givenFlags(call: Call): string[] {
  return [configFile, ...settingFlags].flatMap((flag) => {
    if (!call.isGiven(flag.name)) return [];
    if (flag.value !== undefined) return [`--${flag.name}=${call.text(flag.name)}`];
    return call.isSet(flag.name) ? [`--${flag.name}`] : [];
  });
}

export const serveCommands: readonly Command[] = [
  serveCommand('all', 'start both listeners in one process'),
  serveCommand('public', 'start the public listener alone'),
  serveCommand('admin', 'start the administrative listener alone'),
];
