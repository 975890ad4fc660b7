/** A setting that cannot be used: its message is what is shown at the start. */
export class ConfigError extends Error {}
