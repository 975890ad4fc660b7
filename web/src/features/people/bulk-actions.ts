import { startMails, startTexts } from '@homecare/domain/bulk-messages/contract.ts';
import { MAX_BY_HAND } from '@homecare/domain/bulk-messages/schema.ts';
import { canMail, canText } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { IconMail, IconMessageDots } from '@tabler/icons-react';
import type { BulkAction } from '../../platform/lists/BulkActions.tsx';
import { toast } from '../../platform/toasts.ts';
import { startSendList } from '../bulk-messages/start-send-list.ts';

const TOO_MANY = `At most ${MAX_BY_HAND} people are written to by selecting them. The sender has buttons for whole groups.`;

/** Actions on several people at once: open a bulk sender with them. */
export const peopleBulkActions = (openPage: (path: string) => void): readonly BulkAction<PersonRow>[] => {
  const write = (channel: Channel, path: string) => (people: readonly PersonRow[]) => {
    if (people.length > MAX_BY_HAND) return toast.error(TOO_MANY);
    startSendList(
      channel,
      people.map(({ ID }) => ID),
    );
    openPage(path);
  };
  const blocked = (has: (person: PersonRow) => boolean, whyNot: string) => (person: PersonRow) => {
    if (isArchived(person)) return 'Archived';
    return has(person) ? undefined : whyNot;
  };
  return [
    {
      key: 'text',
      label: 'Send SMS…',
      icon: IconMessageDots,
      call: startTexts,
      blocked: blocked(({ Phone }) => canText(Phone), 'No phone for texts'),
      run: write('SMS', '/sendsms'),
    },
    {
      key: 'mail',
      label: 'Send Email…',
      icon: IconMail,
      call: startMails,
      blocked: blocked(({ Email }) => canMail(Email), 'No e-mail address'),
      run: write('Email', '/sendemail'),
    },
  ];
};
