/**
 * How the server's process uses memory (docs/decisions/0116): young objects get little room, and the C library keeps one pool
 * of what was freed in place of one for each thread. What the administrator sets is kept.
 */
export const LEAN_FLAGS = ['--max-semi-space-size=8'];
export const leanEnvironment = (env) => ({ MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '1' });
