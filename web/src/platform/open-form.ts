import type { Call } from '@homecare/domain/call.ts';
import { requestOf, type SendInput } from './call-request.ts';
import { BASE } from './send.ts';

/** Opens a document in a new window without access to this one. */
export const openForm = <C extends Call>(call: C, input: SendInput<C>) => {
  window.open(BASE + requestOf(call, input).path, '_blank', 'noopener');
};

/** The same by posting a form, so that no value appears in a URL, the history or a log. */
export const postForm = (call: Call, values: Readonly<Record<string, string>>) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = BASE + requestOf(call, {}).path;
  form.target = '_blank';
  form.rel = 'noopener';
  form.hidden = true;
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
};
