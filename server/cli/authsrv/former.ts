// Commands and variables of earlier releases, each with the sentence that names what took its place.

export const formerCommands: readonly { words: readonly string[]; instead: string }[] = [
  { words: ['host'], instead: 'Use "authsrv serve all".' },
  { words: ['serve'], instead: 'Say what to serve: "authsrv serve all", "serve public" or "serve admin".' },
  { words: ['token', 'validate'], instead: 'Use "authsrv token introspect".' },
  {
    words: ['connect'],
    instead: 'Nothing is stored any more: give --endpoint, or set AUTHSRV_ADMIN_URL.',
  },
  {
    words: ['migrate', 'ladon'],
    instead: 'Access-control policies live in a separate service; "authsrv migrate sql" does everything else.',
  },
  {
    words: ['migrate', 'secret'],
    instead: 'Put the new secret in front of the former in SYSTEM_SECRET; nothing needs to be migrated.',
  },
  ...['policies', 'groups', 'roles', 'warden'].map((word) => ({
    words: [word],
    instead: 'Access control lives in a separate service, which this program does not manage.',
  })),
];

/** Former names of the administrative address. */
export const formerAdminVariables = ['AUTHSRV_URL', 'CLUSTER_URL'] as const;
