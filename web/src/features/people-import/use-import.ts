import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { checkMapping } from '@homecare/domain/people-import/mapping.ts';
import { writeRanges } from '@homecare/domain/people-import/row-ranges.ts';
import { checkImportFile } from '@homecare/domain/people-import/rules.ts';
import { type Dispatch, useReducer, useRef } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { randomName } from '../../platform/random-name.ts';
import { CHECK_FILE, IMPORT_FILE, READ_FILE } from './api.ts';
import { type Chosen, type Plan, planFor, type Refused, type StepEvent, stepsAfter } from './import-steps.ts';

/** What runs now: `sent` is the part of the file that the server has. */
export interface Running {
  readonly what: 'read' | 'check' | 'import';
  readonly run: string;
  readonly sent: number;
}

const linesOf = ({ errors, info }: Refusal<Reason>) =>
  errors.length > 1 ? errors.map(({ message }) => message) : [info];

const inputOf = ({ target, mapping, leftOut = [] }: Plan) => ({
  target,
  columns: [...mapping],
  ...(leftOut.length > 0 && { leaveOut: writeRanges(leftOut) }),
});

/** The three requests, and which of them is under way. */
const useRequests = (dispatch: Dispatch<StepEvent>, onImported: (words: string) => void) => {
  // Kept while the same thing is tried again: it is the same request to the letter, and imports nobody twice.
  const name = useRef(randomName());
  const refuseAt = (at: Refused['at'], lines: readonly string[]) =>
    dispatch({ type: 'refused', refused: { at, lines } });
  const read = useAction({
    ...READ_FILE,
    onRefused: (refusal) => dispatch({ type: 'unreadable', lines: linesOf(refusal) }),
  });
  const check = useAction({
    ...CHECK_FILE,
    onDone: ({ data }) => dispatch({ type: 'checked', check: data }),
    onRefused: (refusal) => refuseAt('columns', linesOf(refusal)),
  });
  const load = useAction({
    ...IMPORT_FILE,
    onDone: ({ info }) => onImported(info ?? ''),
    onRefused: ({ reason, info, errors }) => {
      if (reason !== 'unavailable') name.current = randomName();
      refuseAt('import', [info, ...errors.map(({ message }) => message)]);
    },
  });
  const running = [
    { what: 'read', action: read, run: '' },
    { what: 'check', action: check, run: check.input?.run ?? '' },
    { what: 'import', action: load, run: load.input?.run ?? '' },
  ] as const;
  const now = running.find(({ action }) => action.pending);
  return {
    name,
    read,
    check,
    load,
    refuseAt,
    running: now && { what: now.what, run: now.run, sent: now.action.progress ?? 0 },
  };
};

/** The three steps: a file, what its columns mean, the dry run and the import. */
export const useImport = (onDone: (words: string) => void) => {
  const [steps, dispatch] = useReducer(stepsAfter, {});
  const { name, read, check, load, refuseAt, running } = useRequests(dispatch, onDone);
  const { chosen, plan } = steps;

  const checkWith = ({ file, read: { categories } }: Chosen, plan: Plan) => {
    const { target, mapping } = plan;
    const faults = checkMapping(target, mapping, categories).map(({ message }) => message);
    dispatch({ type: 'tried', what: 'check' });
    if (faults.length > 0) return refuseAt('columns', faults);
    name.current = randomName();
    void check.run({ ...inputOf(plan), run: randomName() }, { file });
  };

  const choose = async (picked: File | undefined) => {
    if (running) return;
    const fault = checkImportFile(picked);
    if (!picked || fault) return refuseAt('file', [fault ?? '']);
    // A copy: what is saved over the file in the meantime is not what was looked at.
    const file = new File([await picked.arrayBuffer()], picked.name);
    dispatch({ type: 'tried', what: 'read' });
    const onRead = ({ data }: { readonly data: Chosen['read'] }) => {
      const next = { file, read: data };
      const known = planFor(steps, next);
      dispatch({ type: 'read', chosen: next });
      if (known) checkWith(next, known);
    };
    void read.run({}, { file, onDone: onRead });
  };

  const start = () => {
    if (!chosen || !plan || running) return;
    dispatch({ type: 'tried', what: 'import' });
    const confirmed = steps.check?.questionCount ?? 0;
    void load.run({ ...inputOf(plan), run: name.current, confirmed }, { file: chosen.file });
  };

  /** The rows are passed over from now on: what is left is checked anew. */
  const leaveOut = (rows: readonly number[]) => {
    if (!chosen || !plan || running) return;
    const next = { ...plan, leftOut: rows };
    dispatch({ type: 'planned', plan: next });
    checkWith(chosen, next);
  };

  return {
    ...steps,
    running,
    choose,
    change: (next: Plan) => dispatch({ type: 'planned', plan: next }),
    start,
    leaveOut,
    checkNow: () => {
      if (chosen && plan && !running) checkWith(chosen, plan);
    },
  };
};
