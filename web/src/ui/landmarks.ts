/** Floating parts open inside the main landmark, so no content stands outside landmarks. */
export const MAIN_ID = 'main';
