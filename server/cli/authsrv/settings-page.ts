// The page about the settings of `authsrv`, made from their schema; a test holds docs/authorization-server-settings.md to
// it. Must not know a single setting.

import { formerSettings, settingsSchema } from '../../auth/settings/settings-schema.ts';
import { configReference } from '../../base/config/config.ts';

export function settingsPage(): string {
  const former = Object.entries(formerSettings).map(([name, advice]) => `| \`${name}\` | ${advice} |`);
  return `# Settings of the authorization server

<!-- Made from server/auth/settings/settings-schema.ts by \`npm run authsrv:settings\`; a test holds it to it. -->

Settings come from flags, then the environment, then the file that \`--config\` or \`AUTHSRV_CONFIG\` names. The file is
YAML, JSON or lines of \`NAME=value\`, with the names of the environment; an unknown name in it is an error. Lists are
separated by commas, in YAML and JSON they may be arrays. Times are \`90s\`, \`30m\`, \`720h\`, \`30d\` or \`1h30m\`.

\`\`\`yaml
DATABASE_URL: postgres://authsrv@db/authsrv?max_conns=20&max_idle_conns=5&max_conn_lifetime=1h
SYSTEM_SECRET: [the present secret, the former secret]
OAUTH2_ISSUER_URL: https://id.example.org/
HTTPS_ALLOW_TERMINATION_FROM: [10.0.0.0/8]
\`\`\`

${configReference(settingsSchema)}

## Changing the system secret

Put the new secret behind the present one in the settings file of every process, and then, when all have read it, in
front of it. Each process looks at its file every two seconds and at \`SIGHUP\`; none has to be restarted. What is kept for
long is sealed with the new secret by and by. The former one can be taken out when nothing that it signed is of use any
more: tokens (\`REFRESH_TOKEN_LIFESPAN\`), sessions, and secrets of clients that have not called since.

## TLS

With \`HTTPS_TLS_CERT_PATH\` and \`HTTPS_TLS_KEY_PATH\` both listeners speak https only, and take up a renewed certificate
by themselves. Without them, plain http from another machine is refused, except from the networks of
\`HTTPS_ALLOW_TERMINATION_FROM\`: the public listener believes a proxy there that sets \`X-Forwarded-Proto: https\`, and the
administrative listener answers whoever asks from there. \`/health/alive\` and \`/health/ready\` answer everyone.

## Databases

\`sqlite:///file\` is for the processes of one machine, \`memory\` for one process that keeps nothing. \`postgres://\` is
PostgreSQL; with \`cockroach://\` and for other databases that speak its protocol nothing is used that they lack (advisory
locks, notifications, sequences, skipped locks). \`plugin:///module.mjs\` loads a module whose default export takes the
address and answers \`{ dialect, family }\`: a Kysely dialect, and \`sqlite\` or \`postgres\` for the SQL that it understands.

## Names of former releases

| Name | Now |
| --- | --- |
${former.join('\n')}
`;
}

if (import.meta.main) process.stdout.write(settingsPage());
