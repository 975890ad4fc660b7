/** Floating parts open inside the main landmark, so no content is outside landmarks. */
export const MAIN_ID = 'main';
