import { describe, expect, it } from 'vitest';
import { type Chosen, type Plan, planFor, type Steps, stepsAfter } from './import-steps.ts';

const mapping = ['LastName'];
const fileWith = (...heads: string[]): Chosen => ({
  file: new File([], 'people.csv'),
  read: {
    heads,
    sample: [],
    rows: 1,
    target: 'providers',
    suggested: { providers: mapping, clients: [], people: [], candidates: [], authorizations: [] },
    categories: [],
  },
});
const chosen = fileWith('Last name');
const plan: Plan = { target: 'clients', mapping: ['FirstName'] };
const check = {
  rows: 1,
  ready: 1,
  onRecord: [],
  faulty: [],
  providers: 0,
  clients: 1,
  authorizations: 0,
  entered: 0,
  problems: [],
  problemCount: 0,
  problemRows: 0,
  questions: [],
  questionCount: 0,
  refusal: null,
};
const checked: Steps = { chosen, plan, check };

describe('the steps of an import', () => {
  it('take what the columns of a first file seem to mean', () => {
    const suggested = { target: 'providers', mapping };
    expect(stepsAfter({}, { type: 'read', chosen })).toEqual({ chosen, plan: suggested });
  });

  it('keep what was said of the columns for a file with the same ones', () => {
    const corrected = fileWith('Last name');
    const chosenRows = { ...checked, plan: { ...plan, leftOut: [3, 4] } };
    expect(planFor(chosenRows, corrected)).toEqual(plan);
    expect(stepsAfter(checked, { type: 'read', chosen: corrected })).toEqual({ chosen: corrected, plan });
    expect(planFor(checked, fileWith('Surname'))).toBeUndefined();
    expect(planFor({}, chosen)).toBeUndefined();
  });

  it('forget the file that cannot be read, and its check', () => {
    expect(stepsAfter(checked, { type: 'unreadable', lines: ['Not a CSV file.'] })).toEqual({
      plan,
      refused: { at: 'file', lines: ['Not a CSV file.'] },
    });
  });

  it('forget the check when the columns mean something else', () => {
    const other: Plan = { target: 'people', mapping };
    expect(stepsAfter(checked, { type: 'planned', plan: other })).toEqual({ chosen, plan: other });
  });

  it('forget a refusal with the next try, and the check with the next check alone', () => {
    const refused: Steps = { ...checked, refused: { at: 'import', lines: ['Row 3'] } };
    expect(stepsAfter(refused, { type: 'tried', what: 'import' })).toEqual(checked);
    expect(stepsAfter(refused, { type: 'tried', what: 'check' })).toEqual({ chosen, plan });
  });

  it('keep the check beside a refusal', () => {
    const refused = { at: 'import', lines: ['Row 3'] } as const;
    expect(stepsAfter(checked, { type: 'refused', refused })).toEqual({ ...checked, refused });
  });
});
