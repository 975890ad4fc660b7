import type { OutputOf } from '@homecare/domain/call.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import type { ImportCheck, readFile } from '@homecare/domain/people-import/contract.ts';
import { checkMapping, type Mapping } from '@homecare/domain/people-import/mapping.ts';
import { checkImportFile } from '@homecare/domain/people-import/rules.ts';
import { useRef, useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { newAttemptKey } from '../../platform/send.ts';
import { checkImport, readImport, runImport } from './api.ts';

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

const linesOf = (sent: Sent<unknown> & { readonly ok: false }) =>
  sent.errors.length > 1 ? sent.errors.map(({ message }) => message) : [sent.info];

const isSameHead = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');

/** The three steps: a file, what its columns mean, the dry run and the import. */
export const useImport = (onDone: (words: string) => void) => {
  const [chosen, setChosen] = useState<Chosen>();
  const [plan, setPlan] = useState<Plan>();
  const [check, setCheck] = useState<ImportCheck>();
  const [running, setRunning] = useState<Running>();
  const [refused, setRefused] = useState<Refused>();
  const busy = useRef(false);
  // Kept while the same thing is tried again, so that an answer that got lost imports nobody twice.
  const key = useRef(newAttemptKey());

  const during = async <T>(
    what: Running['what'],
    work: (run: string, onSent: (part: number) => void) => Promise<T>,
    run = newAttemptKey(),
  ) => {
    busy.current = true;
    setRefused(undefined);
    setRunning({ what, run, sent: 0 });
    try {
      return await work(run, (sent) => setRunning({ what, run, sent }));
    } finally {
      busy.current = false;
      setRunning(undefined);
    }
  };

  const checkWith = async ({ file, read }: Chosen, { target, mapping }: Plan) => {
    const faults = checkMapping(target, mapping, read.categories);
    setCheck(undefined);
    if (faults.length > 0) return setRefused({ at: 'columns', lines: faults.map(({ message }) => message) });
    key.current = newAttemptKey();
    const sent = await during('check', (run, onSent) =>
      checkImport(file, { target, columns: [...mapping], run }, onSent),
    );
    if (sent.ok) setCheck(sent.data);
    else setRefused({ at: 'columns', lines: linesOf(sent) });
  };

  const choose = async (picked: File | undefined) => {
    if (busy.current) return;
    const fault = checkImportFile(picked);
    if (!picked || fault) return setRefused({ at: 'file', lines: [fault ?? ''] });
    // A copy: what is saved over the file meanwhile is not what was looked at.
    const file = new File([await picked.arrayBuffer()], picked.name);
    const sent = await during('read', (_, onSent) => readImport(file, onSent));
    setCheck(undefined);
    if (!sent.ok) {
      setChosen(undefined);
      return setRefused({ at: 'file', lines: linesOf(sent) });
    }
    const read = sent.data;
    setChosen({ file, read });
    // The corrected file: what its columns mean was said already.
    if (chosen && plan && isSameHead(chosen.read.heads, read.heads)) return checkWith({ file, read }, plan);
    setPlan({ target: read.target, mapping: read.suggested[read.target] });
  };

  const change = (next: Plan) => {
    setPlan(next);
    setCheck(undefined);
    setRefused(undefined);
  };

  const start = async () => {
    if (!chosen || !plan || busy.current) return;
    const { target, mapping } = plan;
    // The key is the name of the run too: tried again, it is the same request to the letter.
    const sent = await during(
      'import',
      (run, onSent) =>
        runImport(
          chosen.file,
          { target, columns: [...mapping], run, confirmed: check?.questionCount ?? 0 },
          run,
          onSent,
        ),
      key.current,
    );
    if (sent.ok) return onDone(sent.info ?? '');
    if (sent.reason !== 'unavailable') key.current = newAttemptKey();
    setRefused({ at: 'import', lines: [sent.info, ...sent.errors.map(({ message }) => message)] });
  };

  return {
    chosen,
    plan,
    check,
    running,
    refused,
    choose,
    change,
    start,
    checkNow: () => {
      if (chosen && plan && !busy.current) void checkWith(chosen, plan);
    },
  };
};
