/** Ids of sends whose end is still to be reported, whatever page is open. */
export const RUNNING = 'bulk.running';
export const NONE_RUNNING: readonly number[] = [];
