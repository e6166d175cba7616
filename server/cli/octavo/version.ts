// The version that the service reports. The bundler takes the manifest in.

import manifest from '../../../package.json' with { type: 'json' };

export const version: string = manifest.version;
