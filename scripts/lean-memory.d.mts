export const LEAN_FLAGS: readonly string[];
export function leanEnvironment(env: NodeJS.ProcessEnv): { MALLOC_ARENA_MAX: string };
