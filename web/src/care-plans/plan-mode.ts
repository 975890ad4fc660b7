/** What /careplan is opened with: the mode (and later the id) stand in history state and survive a reload. */
export const NEW_PLAN = { mode: 'Create' } as const;
