import {
  fillTemplate,
  hasPlaceholder,
  MAX_MAIL,
  MAX_SMS,
  TEMPLATE_DELETED,
  TEMPLATE_NAME_MISSING,
  TEMPLATE_NOT_SAVED,
  TEMPLATE_SAVED,
} from '@homecare/domain/messaging/rules.ts';
import type { Template } from '@homecare/domain/messaging/schema.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconMessage2, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote, SaveBar } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useTemplates } from '../messaging/api.ts';
import { SizeLine } from '../messaging/SizeLine.tsx';
import { AddTemplateDialog } from './AddTemplateDialog.tsx';
import { readTemplateAgain, removeTemplate, saveTemplate } from './api.ts';
import classes from './config.module.css';
import { StaleNote } from './StaleNote.tsx';
import { useDraft } from './use-draft.ts';

const storedOf = ({ name, text, rev }: Template) => ({ value: { name, text }, rev });
const SAMPLE = { name: 'Ana Baca', id: 4412 };
const LABELS: Readonly<Record<string, string>> = { name: 'Template name', text: 'Text' };

interface EditorProps {
  readonly template: Template;
  readonly guard: FormGuard;
  readonly onGone: () => void;
}

const TemplateEditor = ({ template, guard, onGone }: EditorProps) => {
  const stored = useMemo(() => storedOf(template), [template]);
  const held = useDraft(stored);
  const { draft, isDirty, stale } = held;
  const [nameError, setNameError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useUnsaved(guard, isDirty);

  const settle = async (info: string) => {
    const fresh = await readTemplateAgain(template.id).catch(() => undefined);
    if (fresh && fresh.rev !== held.rev) held.setStale({ info, fresh: storedOf(fresh) });
    else setRefusal(info);
  };
  const save = async () => {
    if (busy) return;
    setRefusal(undefined);
    setNameError(undefined);
    const name = draft.name.trim();
    if (name === '') {
      setNameError(TEMPLATE_NAME_MISSING);
      toast.error(TEMPLATE_NAME_MISSING);
      return focusField('name');
    }
    if (!isDirty) return;
    setBusy(true);
    const sent = await saveTemplate(template.id, { name, text: draft.text, rev: held.rev });
    setBusy(false);
    if (sent.ok) {
      held.take({ value: { name, text: draft.text }, rev: sent.data.rev });
      return toast.success(TEMPLATE_SAVED);
    }
    toast.error(TEMPLATE_NOT_SAVED);
    const taken = sent.errors.find(({ field }) => field === 'name');
    if (taken) setNameError(taken.message);
    else if (sent.reason === 'stale') await settle(sent.info);
    else setRefusal(sent.info);
  };
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    const sent = await removeTemplate(template.id, held.rev);
    setBusy(false);
    setDeleting(false);
    if (sent.ok) {
      toast.success(TEMPLATE_DELETED);
      return onGone();
    }
    if (sent.reason === 'stale') await settle(sent.info);
    else setRefusal(sent.info);
  };
  /** At the caret, as if it were typed. */
  const insert = (token: string) => {
    const { current } = box;
    const [from, to] = [
      current?.selectionStart ?? draft.text.length,
      current?.selectionEnd ?? draft.text.length,
    ];
    held.set({ text: draft.text.slice(0, from) + token + draft.text.slice(to) });
    requestAnimationFrame(() => {
      current?.focus();
      current?.setSelectionRange(from + token.length, from + token.length);
    });
  };
  return (
    <>
      <div className={classes.content}>
        <div className={classes.editor}>
          <RefusalNote info={refusal} />
          {stale && (
            <StaleNote info={stale.info} onKeep={held.keepMine} onTake={() => held.take(stale.fresh)} />
          )}
          <TextInput
            label="Template name"
            required
            data-field="name"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            error={nameError}
            onChange={(event) => {
              setNameError(undefined);
              held.set({ name: event.currentTarget.value });
            }}
          />
          <Textarea
            ref={box}
            label="Text"
            rows={10}
            maxLength={MAX_MAIL}
            data-field="text"
            value={draft.text}
            onChange={(event) => held.set({ text: event.currentTarget.value })}
          />
          <div className={classes.tokens}>
            <Button onClick={() => insert('%username%')}>Insert %username%</Button>
            <span>the name of who gets it</span>
            <Button onClick={() => insert('%id%')}>Insert %id%</Button>
            <span>the record ID, in e-mail only</span>
          </div>
          <SizeLine
            lead={`As a text message to ${SAMPLE.name}, which takes up to ${MAX_SMS.toLocaleString('en-US')} characters:`}
            text={fillTemplate(draft.text, { name: SAMPLE.name })}
            sms
          />
          {hasPlaceholder(draft.text) && (
            <p className={classes.preview}>In an e-mail it reads: {fillTemplate(draft.text, SAMPLE)}</p>
          )}
        </div>
      </div>
      <SaveBar
        state={isDirty ? undefined : <span className="ink2">All changes are saved</span>}
        changed={held.changed.map((name) => LABELS[name] ?? name)}
        saving={busy}
        cancelLabel="Undo"
        onCancel={() => {
          held.undo();
          setNameError(undefined);
          setRefusal(undefined);
        }}
        onSave={() => void save()}
        extra={
          <Button
            size="sm"
            color="red"
            leftSection={<IconTrash {...menuIcon} />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        }
      />
      {deleting && (
        <ConfirmDialog
          opened
          title={`Delete ${template.name}`}
          confirmLabel="Delete"
          danger
          focusCancel
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setDeleting(false)}
        >
          <p>It is no longer offered for new messages. Messages that were sent stay as they are.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** Message templates for texts and e-mails: select, create, save, delete. */
export const TemplatesPanel = ({ guard }: { readonly guard: FormGuard }) => {
  const query = useTemplates();
  const [chosen, setChosen] = useKept('config.template', 0);
  const [adding, setAdding] = useState(false);
  const failure = failureOf(query, 'The templates could not be loaded');
  if (failure) return <ErrorState {...failure} />;
  const templates = query.data ?? [];
  const template = templates.find(({ id }) => id === chosen);
  const add = (
    <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setAdding(true)}>
      New template
    </Button>
  );
  return (
    <>
      <div className={classes.content} data-short={template ? true : undefined}>
        <div className={classes.chooser}>
          <NativeSelect
            label="Template"
            data={[
              { value: '0', label: query.data ? 'Select a template' : 'Loading templates…' },
              ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={template ? String(template.id) : '0'}
            onChange={(event) => {
              const id = Number(event.currentTarget.value);
              guard.go(() => setChosen(id));
            }}
          />
          {add}
        </div>
        {!template && query.data && (
          <EmptyState
            icon={IconMessage2}
            title={templates.length > 0 ? 'Select a template' : 'No templates yet'}
            text="Templates appear when you write a text or email."
          />
        )}
      </div>
      {template && (
        <TemplateEditor key={template.id} template={template} guard={guard} onGone={() => setChosen(0)} />
      )}
      {adding && (
        <AddTemplateDialog
          onAdded={(id) => {
            setAdding(false);
            guard.go(() => setChosen(id));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
};
