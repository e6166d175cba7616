// The command line of the authorization server: picks the verb and turns failures into one sentence and an exit code.

import { StartError, systemCode } from '../base/start-error.ts';
import { runProgram } from '../base/stop.ts';

const usage = `authsrv - authorization server

  authsrv serve all|public|admin         start both listeners, or one
  authsrv migrate sql [URL] [--yes]      bring the database up to date
  authsrv clients create [FLAGS]         register a client (--id --name --secret --callbacks --grant-types
                                         --response-types --scope --audience --token-endpoint-auth-method)
  authsrv clients list|get|delete [ID]   read or delete clients
  authsrv version

Settings come from the environment: DATABASE_URL, SYSTEM_SECRET, OAUTH2_ISSUER_URL, OAUTH2_LOGIN_URL,
OAUTH2_CONSENT_URL, OAUTH2_LOGOUT_URL, OAUTH2_DEVICE_URL, PUBLIC_HOST, PUBLIC_PORT, ADMIN_HOST, ADMIN_PORT,
LOG_LEVEL, LOG_FORMAT. "clients" talks to --endpoint or AUTHSRV_ADMIN_URL.
`;

async function run([verb, noun, ...rest]: string[]): Promise<void> {
  switch (verb) {
    case 'serve': {
      if (noun !== 'all' && noun !== 'public' && noun !== 'admin') {
        throw new StartError('Say what to serve: authsrv serve all|public|admin.');
      }
      const { serve } = await import('./authsrv/serve.ts');
      return serve(noun, process.env);
    }
    case 'migrate': {
      if (noun !== 'sql') throw new StartError('Say what to migrate: authsrv migrate sql [DATABASE_URL] [--yes].');
      const { migrateSql } = await import('./authsrv/migrate.ts');
      const url = rest.find((word) => !word.startsWith('-'));
      return migrateSql(url ?? process.env.DATABASE_URL, rest.includes('--yes'));
    }
    case 'clients': {
      const { clients } = await import('./authsrv/clients.ts');
      return clients(noun, rest);
    }
    case 'version': {
      const { version } = await import('./authsrv/version.ts');
      process.stdout.write(`${version}\n`);
      return;
    }
    case 'help':
    case '--help':
      process.stdout.write(usage);
      return;
    default:
      throw new StartError(verb === undefined ? usage.trim() : `"${verb}" is not a command of authsrv; try --help.`);
  }
}

await runProgram(async () => {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    // parseArgs says itself which flag is wrong.
    const wrongFlag = systemCode(error)?.startsWith('ERR_PARSE_ARGS');
    throw wrongFlag ? new StartError((error as Error).message, { cause: error }) : error;
  }
});
