// `authsrv version`, and the version that the listeners report. The bundler takes the manifest in.

import manifest from '../../../package.json' with { type: 'json' };

export const version: string = manifest.version;
