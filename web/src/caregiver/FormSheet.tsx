import { fillOnPhone, listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import type { OwnForm, Question } from '@homecare/domain/agency-forms/schema.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AnswerFields } from '../features/agency-forms/AnswerFields.tsx';
import {
  type AnswerDrafts,
  answersOf,
  carriedOver,
  draftFaults,
  draftsOf,
  photosOf,
  placeOfAnswer,
} from '../features/agency-forms/answer-draft.ts';
import { usePhotos } from '../features/agency-forms/use-photos.ts';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useTask } from '../platform/form/use-action.ts';
import { useSave } from '../platform/form/use-save.ts';
import { randomName } from '../platform/random-name.ts';
import { serverNow } from '../platform/server-time.ts';
import { Note } from '../ui/Note.tsx';
import { dropEntries, isForm, isPhoto, type StoredRequest } from './attempts.ts';
import { firstName } from './days.ts';
import { keepForm } from './requests.ts';
import { useWords } from './words.ts';

/** A form that is filled at a visit. */
export interface FormFilling {
  readonly form: OwnForm;
  readonly visitId: number;
  readonly clientId: number | undefined;
  readonly client: string;
  /** What was filled before and not accepted, with its photos. */
  readonly again?: readonly StoredRequest[];
}

interface Draft {
  readonly answers: AnswerDrafts;
}

/** As it was filled; its photos have new names, for the server may know the old ones and have nothing of them any more. */
const answersAgain = (questions: readonly Question[], again: readonly StoredRequest[]): AnswerDrafts => {
  const given = again.find(isForm)?.request.input.answers ?? [];
  const drafts = carriedOver(questions, draftsOf(questions, given));
  const dataOf = (name: string) =>
    again.filter(isPhoto).find(({ request }) => request.input.photo === name)?.request.data;
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => {
      if (draft.kind !== 'photo' || !draft.photo) return [key, draft];
      const data = dataOf(draft.photo.name);
      return [key, { kind: 'photo', photo: data === undefined ? null : { name: randomName(), data } }];
    }),
  );
};

const draftName = ({ form, visitId, again = [] }: FormFilling) =>
  [`form ${form.formId} at visit ${visitId}`, ...again.filter(isForm).map(({ key }) => `again ${key}`)].join(
    ' ',
  );

/** Keeps it on the phone first, with its photos, so that no network is needed; what the phone cannot keep is sent while it is open. */
const useFilling = (filling: FormFilling, onClose: () => void) => {
  const words = useWords();
  const { form, visitId, clientId, client, again = [] } = filling;
  const { formId, versionId, title, questions } = form;
  const [values] = useState((): Draft => ({ answers: answersAgain(questions, again) }));
  const photos = usePhotos();
  /** The moment at which it was filled: that of the first try. */
  const at = useRef<string>(undefined);
  const isUnkept = useRef(false);
  const inputOf = ({ answers }: Draft) => ({
    ...{ versionId, visitId, answers: answersOf(answers) },
    at: at.current ?? serverNow().toString(),
  });
  const keeping = useTask(async (draft: Draft) => {
    const kept = { input: inputOf(draft), formId, title, clientId, label: firstName(client) };
    if (await keepForm(kept, photosOf(draft.answers), again)) {
      save.giveUp();
      onClose();
    } else {
      at.current = kept.input.at;
      isUnkept.current = true;
      save.submit();
    }
  });
  const save = useSave({
    call: fillOnPhone,
    changes: [listOwnForms],
    values,
    draft: draftName(filling),
    fitDraft: ({ answers }) => ({ answers: carriedOver(questions, answers) }),
    input: inputOf,
    // What is kept on the phone must be right: a refusal comes when nobody looks at it any more.
    check: ({ answers }) => draftFaults(questions, answers),
    placeOf: placeOfAnswer,
    say: words.sayFault,
    asks: (draft) => {
      if (isUnkept.current) return photos.goFirst(photosOf(draft.answers), () => save.submit());
      void keeping.run(draft);
      return true;
    },
    onSaved: () => {
      void dropEntries(again);
      onClose();
    },
  });
  return {
    save,
    photoRefusal: photos.refusal,
    isUnkept: isUnkept.current,
    pending: save.pending || keeping.pending || photos.pending,
  };
};

/** A draft goes on by itself: a form opens as it was left. */
const useContinued = (save: ReturnType<typeof useFilling>['save']) => {
  const [isContinued, setIsContinued] = useState(false);
  const { draft } = save;
  useEffect(() => {
    if (!draft) return;
    draft.restore();
    setIsContinued(true);
  }, [draft]);
  const discard = () => {
    save.undo();
    save.giveUp();
    setIsContinued(false);
  };
  return { isContinued, discard };
};

/** A form of the agency, filled at a visit. Closing it keeps what was entered. */
export const FormSheet = ({ onClose, ...filling }: FormFilling & { readonly onClose: () => void }) => {
  const words = useWords();
  const { title, intro, questions } = filling.form;
  const { save, pending, photoRefusal, isUnkept } = useFilling(filling, onClose);
  const { isContinued, discard } = useContinued(save);
  return (
    <FormDialog
      save={{ ...save, pending, draft: undefined }}
      title={title}
      label={words.sendRequest}
      cancelLabel={words.close}
      onClose={onClose}
      keeps
      plain
    >
      {isContinued && (
        <Note
          tone="info"
          actions={
            <Button size="md" onClick={discard}>
              {words.discard}
            </Button>
          }
        >
          {words.formContinued}
        </Note>
      )}
      {isUnkept && (
        <Note tone="danger" live>
          {words.formUnkept}
        </Note>
      )}
      {photoRefusal && (
        <Note tone="danger" live>
          {words.photoNotSent} {words.sayFault(photoRefusal)}
        </Note>
      )}
      <p>
        <b>{filling.client}</b>
      </p>
      {intro && <p>{intro}</p>}
      <AnswerFields
        questions={questions}
        words={words.formWords}
        size="md"
        boxOf={(key) => {
          const { value, error, onChange } = save.box(`answers.${key}`);
          return { value, error, onChange, field: `answers.${key}` };
        }}
      />
    </FormDialog>
  );
};
