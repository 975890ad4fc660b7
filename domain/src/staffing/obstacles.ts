import type { Obstacle } from './schema.ts';

/** What speaks against a caregiver in a few words, of one or of several: 'already working'. */
export const OBSTACLE_WORDS: Record<Obstacle, string> = {
  working: 'already working',
  tooFar: 'too far',
  documents: 'expired documents',
  skills: 'without a skill or language',
  timeOff: 'away',
  notAvailable: 'not available then',
  tooManyHours: 'too many hours',
  preference: 'not to be sent here',
  authorization: 'no units left',
  pay: 'no pay rate',
  relation: 'not a relative',
  sameClient: 'already with this client',
  noLogin: 'no phone login',
};
