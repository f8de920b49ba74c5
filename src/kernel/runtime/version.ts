import manifest from '../../../package.json' with { type: 'json' }

/** Version of this build. */
export const version: string = manifest.version
