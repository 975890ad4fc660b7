import { checkImage } from '@homecare/domain/messaging/images.ts';
import { useEffect, useRef } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { onForgetKept } from '../../platform/kept.ts';
import { UPLOAD_IMAGE } from './api.ts';

/** An image that the server has taken. */
export interface Uploaded {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** Address of the chosen file in this window. */
  readonly preview: string;
}

/** The image of the message, and the one before it, which can be put back. */
const PREVIEWS_KEPT = 2;
let previews: readonly string[] = [];
const forget = (gone: readonly string[]) => {
  for (const address of gone) URL.revokeObjectURL(address);
};
const previewOf = (file: File) => {
  const address = URL.createObjectURL(file);
  forget(previews.slice(0, -(PREVIEWS_KEPT - 1)));
  previews = [...previews.slice(-(PREVIEWS_KEPT - 1)), address];
  return address;
};
onForgetKept(() => {
  forget(previews);
  previews = [];
});

/** One upload at a time: why a file is refused, and how far it is. What was there before stays until another one is in. */
export const useImageUpload = (onImage: (image: Uploaded) => void) => {
  const { progress, refusal, forget, run, stop } = useAction({
    ...UPLOAD_IMAGE,
    check: ({ file }) => file && checkImage(file),
    onRefused: () => {},
  });
  const leave = useRef(stop);
  leave.current = stop;
  // Nobody waits for it on another page.
  useEffect(() => () => leave.current(), []);
  const start = (file: File) => {
    if (progress !== undefined) return;
    const { name, size } = file;
    const onDone = ({ data: { id } }: { readonly data: { readonly id: number } }) =>
      onImage({ id, name, size, preview: previewOf(file) });
    void run({}, { file, onDone });
  };
  return {
    progress,
    refusal: refusal?.info,
    start,
    stop,
    forgetRefusal: forget,
  };
};
