import type { Obstacle } from './schema.ts';

/** Why caregivers cannot come, in a few words that fit one or several of them. */
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
  sameClient: 'kept by how the visit is planned',
  noLogin: 'no phone login',
};
