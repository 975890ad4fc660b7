import { COLORADO } from './colorado/pack.ts';
import type { StatePack } from './pack.ts';
import { TEXAS } from './texas/pack.ts';

/** A pack is registered by its line here; nothing else outside its folder names its state. */
export const PACKS: readonly StatePack[] = [COLORADO, TEXAS];

/** Of agencies that were there before they had a choice. */
export const FIRST_PACK: StatePack = COLORADO;

export const findPack = (state: string): StatePack | undefined => PACKS.find((pack) => pack.state === state);

const NOTHING_KNOWN: StatePack['rules'] = {
  units: 'unknown',
  codes: 'unknown',
  memberId: 'unknown',
  filing: 'unknown',
  resending: 'unknown',
  claimFile: 'unknown',
  visitProof: 'unknown',
  aggregator: 'unknown',
  incidents: 'unknown',
  overtime: 'unknown',
  wages: 'unknown',
  caps: 'unknown',
  norms: 'unknown',
  words: 'unknown',
  timeZone: 'unknown',
};

/** Of an agency; a state of another release, whose pack is not here, has no rule that is known. */
export const packOf = (state: string): StatePack =>
  findPack(state) ?? { state, name: state, rules: NOTHING_KNOWN };
