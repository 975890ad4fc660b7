import { createStore } from './store.ts';

/** Whether 'Search or jump to' is open: asked for by its key, the menu or a search that found nothing. */
const opened = createStore(false);

export const openFinder = () => opened.set(true);
export const closeFinder = () => opened.set(false);
export const useFinderOpened = opened.use;
