// Every place that may break a rule of `npm run check`, and why: at most 15 in all.

const PAPER = 'A printed form is read from top to bottom, as it lies on the paper.';
const RECORD = 'The fields of one record, in the order in which it is sent or stored.';

/** Functions that stay longer than the rest may be, by file and name. */
export const LONG_FUNCTIONS = {
  'server/src/people-forms/documents/incident.ts incidentBlocks': PAPER,
  'server/src/people-forms/documents/care-coordination.ts careCoordinationBlocks': PAPER,
  'server/src/people-forms/documents/follow-up.ts followUpBlocks': PAPER,
  'domain/src/aggregator/visit-record.ts buildVisit': RECORD,
  'server/src/operations/example-billing.ts exampleCard': RECORD,
  'server/src/platform/http/server.ts buildServer':
    'What every request passes, in the order in which it passes it.',
};

/** Files that hold by themselves what is under way or was refused. */
export const HELD_STATES = {
  'web/src/caregiver/outbox.ts':
    'The queue of the phone: what is on its way is a part of what it keeps, across pages and reloads.',
  'web/src/features/care-plans/plan-state.ts':
    'The reducer of the care plan form: a refusal may stand for a question, and the next step decides that.',
  'web/src/features/care-plans/use-absence.ts':
    'How far the plans of one absence are made or taken back, in requests of a few each.',
  'web/src/features/people-import/import-steps.ts':
    'The reducer of the import: a refusal belongs to one of its three steps, and goes with it.',
};

/** Files that compare sentences. */
export const COMPARED_SENTENCES = {
  'domain/src/people/questions.ts':
    'An answer on the wire is the sentence that was asked: another sentence is another question.',
  'web/src/features/care-plans/conflict-toasts.ts':
    'A message that is shown is not shown again, and closes when nothing says it any more.',
};

export const EXCEPTIONS = Object.entries({ ...LONG_FUNCTIONS, ...HELD_STATES, ...COMPARED_SENTENCES });
