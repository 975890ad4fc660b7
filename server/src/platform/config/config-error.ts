/** A setting that cannot be used; its message is shown at startup. */
export class ConfigError extends Error {}
