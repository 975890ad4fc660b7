import type { ArchiveEffect } from '@homecare/domain/people/contract.ts';

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** 'This archives 2 care plans and deletes 9 planned visits from the archive date on.' */
export const archiveSentence = ({
  plans,
  plansDeleted,
  visits,
}: Pick<ArchiveEffect, 'plans' | 'plansDeleted' | 'visits'>) => {
  const steps = [
    plans > 0 && `archives ${counted(plans, 'care plan')}`,
    plansDeleted > 0 && `deletes ${counted(plansDeleted, 'care plan')} that would start later`,
    visits > 0 && `deletes ${counted(visits, 'planned visit')} from the archive date on`,
  ].filter((step) => step !== false);
  const last = steps.pop();
  if (last === undefined) return 'There is no care plan to end and no planned visit to delete.';
  return `This ${steps.length > 0 ? `${steps.join(', ')} and ` : ''}${last}.`;
};

/** 'The login jane.doe is closed from 11-20-2026 on, until Pat Lee is set active again. …' */
export const closedSentence = (logins: readonly string[], from: string) =>
  `The login${logins.length === 1 ? '' : 's'} ${logins.join(', ')} ${logins.length === 1 ? 'is' : 'are'} closed from ${from} on, until the provider is set active again. Check-ins that a phone has not sent by then stay on it.`;

/** Why the date cannot be chosen. */
export const billedSentence = (billed: number) =>
  billed === 1
    ? '1 billing record ends after this date. Choose a later date.'
    : `${billed} billing records end after this date. Choose a later date.`;

/** 'Visits from this date on that were begun or done stay: 2.' */
export const keptSentence = (kept: number) =>
  kept === 1
    ? '1 visit on or after this date has already started. It will be kept:'
    : `${kept} visits on or after this date have already started. They will be kept:`;
