import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';

/** The agency's own template for a client's contact; null for the standard text. */
const template = z.int().min(1).max(MAX_ID).nullable();
const chosen = {
  /** Another caregiver comes to a visit. */
  covered: template,
  /** The cover was taken back. */
  uncovered: template,
  /** A visit has another day or time. */
  moved: template.default(null),
  /** A visit no longer takes place. */
  canceled: template.default(null),
  /** A canceled visit takes place after all. */
  restored: template.default(null),
  /** A new regular caregiver comes. */
  regular: template.default(null),
  /** The regular visits have other times from a day on. */
  week: template.default(null),
  /** The regular visits end. */
  ended: template.default(null),
  /** The regular visits continue past their old end. */
  extended: template.default(null),
};
const Chosen = z.strictObject(chosen);
export const NO_TEMPLATES = Chosen.parse({ covered: null, uncovered: null });
export const NotificationTemplates = z.strictObject({
  ...chosen,
  /** The templates for clients whose language is Spanish. */
  spanish: Chosen.default(NO_TEMPLATES),
});
export type NotificationTemplates = z.output<typeof NotificationTemplates>;
/** The changes that a client's contact is notified of. */
export type Notification = keyof NotificationTemplates['spanish'];

const admin = { roles: ['admin'] } as const;

export const getNotificationTemplates = getCall(['staffing/get-telling'], {
  name: 'staffing.getTelling',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ templates: NotificationTemplates, rev: z.int() }),
});

export const saveNotificationTemplates = postCall(['staffing/save-telling'], {
  name: 'staffing.saveTelling',
  ...admin,
  effect: 'write',
  input: z.strictObject({ templates: NotificationTemplates, rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});
