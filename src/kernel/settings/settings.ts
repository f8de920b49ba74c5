import table from './settings.json'

/** The settings as `--help` and the README list them, with their defaults. */
export const settings: readonly { name: string; fallback: string; about: string }[] = table
