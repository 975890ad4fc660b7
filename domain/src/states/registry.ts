import { COLORADO } from './colorado/pack.ts';
import type { StatePack } from './pack.ts';
import { TEXAS } from './texas/pack.ts';

/** A pack is registered by its line here; nothing else outside its folder names its state. */
export const PACKS: readonly StatePack[] = [COLORADO, TEXAS];

/** Of agencies that were there before they had a choice. */
export const FIRST_PACK: StatePack = COLORADO;

export const findPack = (state: string): StatePack | undefined => PACKS.find((pack) => pack.state === state);

/** Of an agency, whose state was chosen among the packs. */
export const packOf = (state: string): StatePack => findPack(state) ?? FIRST_PACK;
