import { NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { keep } from '../../platform/kept.ts';

export const sendListKey = (channel: Channel) => `bulk.${channel}.list`;

/** The bulk sender opens with these people and nobody else on its send list. */
export const startSendList = (channel: Channel, ids: readonly number[]) =>
  keep(sendListKey(channel), { ...NOBODY, plus: [...ids] });
