import type { OutputOf } from '@homecare/domain/call.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import type { ImportCheck, readFile } from '@homecare/domain/people-import/contract.ts';
import { checkMapping, type Mapping } from '@homecare/domain/people-import/mapping.ts';
import { checkImportFile } from '@homecare/domain/people-import/rules.ts';
import { useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { randomName } from '../../platform/random-name.ts';
import { CHECK_FILE, IMPORT_FILE, READ_FILE } from './api.ts';

export interface Chosen {
  readonly file: File;
  readonly read: OutputOf<typeof readFile>;
}
export interface Plan {
  readonly target: ImportTarget;
  readonly mapping: Mapping;
}
/** What runs now: `sent` is the part of the file that the server has. */
export interface Running {
  readonly what: 'read' | 'check' | 'import';
  readonly run: string;
  readonly sent: number;
}
export interface Refused {
  readonly at: 'file' | 'columns' | 'import';
  readonly lines: readonly string[];
}

const linesOf = ({ errors, info }: Refusal<Reason>) =>
  errors.length > 1 ? errors.map(({ message }) => message) : [info];

const isSameHead = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');

/** The three steps: a file, what its columns mean, the dry run and the import. */
export const useImport = (onDone: (words: string) => void) => {
  const [chosen, setChosen] = useState<Chosen>();
  const [plan, setPlan] = useState<Plan>();
  const [check, setCheck] = useState<ImportCheck>();
  const [wrong, setWrong] = useState<Refused>();
  // Kept while the same thing is tried again: it is the same request to the letter, and imports nobody twice.
  const name = useRef(randomName());
  const refuseAt = (at: Refused['at'], lines: readonly string[]) => setWrong({ at, lines });

  const reading = useAction({
    ...READ_FILE,
    onRefused: (refusal) => {
      setCheck(undefined);
      setChosen(undefined);
      refuseAt('file', linesOf(refusal));
    },
  });
  const checking = useAction({
    ...CHECK_FILE,
    onDone: ({ data }) => setCheck(data),
    onRefused: (refusal) => refuseAt('columns', linesOf(refusal)),
  });
  const importing = useAction({
    ...IMPORT_FILE,
    onDone: ({ info }) => onDone(info ?? ''),
    onRefused: ({ reason, info, errors }) => {
      if (reason !== 'unavailable') name.current = randomName();
      refuseAt('import', [info, ...errors.map(({ message }) => message)]);
    },
  });
  const runningOf = (what: Running['what'], run: string | undefined, sent = 0): Running => ({
    what,
    run: run ?? '',
    sent,
  });
  const running = reading.pending
    ? runningOf('read', undefined, reading.progress)
    : checking.pending
      ? runningOf('check', checking.input?.run, checking.progress)
      : importing.pending
        ? runningOf('import', importing.input?.run, importing.progress)
        : undefined;

  const checkWith = ({ file, read }: Chosen, { target, mapping }: Plan) => {
    const faults = checkMapping(target, mapping, read.categories);
    setCheck(undefined);
    setWrong(undefined);
    if (faults.length > 0)
      return refuseAt(
        'columns',
        faults.map(({ message }) => message),
      );
    name.current = randomName();
    void checking.run({ target, columns: [...mapping], run: randomName() }, { file });
  };

  const choose = async (picked: File | undefined) => {
    if (running) return;
    const fault = checkImportFile(picked);
    if (!picked || fault) return refuseAt('file', [fault ?? '']);
    // A copy: what is saved over the file meanwhile is not what was looked at.
    const file = new File([await picked.arrayBuffer()], picked.name);
    setWrong(undefined);
    const take = ({ data: read }: { readonly data: Chosen['read'] }) => {
      setCheck(undefined);
      setChosen({ file, read });
      // The corrected file: what its columns mean was said already.
      if (chosen && plan && isSameHead(chosen.read.heads, read.heads)) checkWith({ file, read }, plan);
      else setPlan({ target: read.target, mapping: read.suggested[read.target] });
    };
    void reading.run({}, { file, onDone: take });
  };

  const change = (next: Plan) => {
    setPlan(next);
    setCheck(undefined);
    setWrong(undefined);
  };

  const start = () => {
    if (!chosen || !plan || running) return;
    setWrong(undefined);
    const { target, mapping } = plan;
    const confirmed = check?.questionCount ?? 0;
    const input = { target, columns: [...mapping], run: name.current, confirmed };
    void importing.run(input, { file: chosen.file });
  };

  return {
    chosen,
    plan,
    check,
    running,
    refused: wrong,
    choose,
    change,
    start,
    checkNow: () => {
      if (chosen && plan && !running) checkWith(chosen, plan);
    },
  };
};
