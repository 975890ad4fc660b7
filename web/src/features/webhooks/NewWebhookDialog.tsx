import { SIGNATURE_HEADER, validateWebhook } from '@homecare/domain/webhooks/rules.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '@homecare/domain/webhooks/schema.ts';
import { MultiSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { ShownOnceDialog } from '../../platform/ShownOnceDialog.tsx';
import { openList } from '../../ui/open-list.ts';
import { ADD_WEBHOOK } from './api.ts';
import { KIND_LABELS } from './webhook-words.ts';

interface WebhookForm {
  readonly name: string;
  readonly url: string;
  readonly kinds: string[];
  readonly withData: boolean;
}

const FIRST: WebhookForm = { name: '', url: '', kinds: [], withData: false };

const kindsOf = (names: readonly string[]): WebhookKind[] =>
  WEBHOOK_KINDS.filter((kind) => names.includes(kind));

/** Asks where changes are to be sent, adds the webhook and shows its secret once. */
export const NewWebhookDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [secret, setSecret] = useState<string>();
  const save = useSave({
    ...ADD_WEBHOOK,
    values: FIRST,
    input: (form) => ({ ...form, kinds: kindsOf(form.kinds) }),
    // Where services may be is the operator's choice, which the server knows.
    check: (form) => validateWebhook({ ...form, kinds: kindsOf(form.kinds) }, true),
    onSaved: ({ data }) => setSecret(data.secret),
  });
  if (secret !== undefined)
    return (
      <ShownOnceDialog
        title={`Secret of ${save.values.name.trim()}`}
        label="Secret"
        text={secret}
        warning="This secret is shown only now. Store it where the program keeps its secrets."
        onClose={onClose}
      >
        The program checks with it that an event comes from here: header {SIGNATURE_HEADER}.
      </ShownOnceDialog>
    );
  return (
    <FormDialog save={save} title="New webhook" label="Add webhook" onClose={onClose}>
      <Stack gap={12}>
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          description="The program that listens"
          {...save.text('name')}
        />
        <TextInput
          label="Address"
          required
          autoComplete="off"
          placeholder="https://payroll.example.org/hooks"
          {...save.text('url')}
        />
        <MultiSelect
          label="Hears of"
          data={WEBHOOK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          searchable
          {...openList(WEBHOOK_KINDS.length)}
          {...save.box('kinds')}
        />
        <Switch
          label="Send old and new values"
          description="Off: only the numbers of changed records leave your agency. On: health data may leave it."
          {...save.tick('withData')}
        />
      </Stack>
    </FormDialog>
  );
};
