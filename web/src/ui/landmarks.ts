/** Floating elements open inside the main landmark, so that no content is outside a landmark. */
export const MAIN_ID = 'main';
