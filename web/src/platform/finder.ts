import { createStore } from './store.ts';

/** Whether 'Search or jump to' is open. Its key, the menu or a search without results opens it. */
const opened = createStore(false);

export const openFinder = () => opened.set(true);
export const closeFinder = () => opened.set(false);
export const useFinderOpened = opened.use;
