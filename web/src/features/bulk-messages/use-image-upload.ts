import { checkImage } from '@homecare/domain/messaging/images.ts';
import { useEffect, useRef, useState } from 'react';
import { onForgetKept } from '../../platform/kept.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { addImage } from './api.ts';

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
  const [progress, setProgress] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const attempt = useAttempt();
  // Nobody waits for it on another page.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (file: File) => {
    if (running.current) return;
    const fault = checkImage(file);
    setRefusal(fault?.message);
    if (fault) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    const { name, size, lastModified } = file;
    const sent = await attempt({ name, size, lastModified }, (key) =>
      addImage(file, { onProgress: setProgress, signal: controller.signal, key }),
    );
    running.current = undefined;
    setProgress(undefined);
    if (controller.signal.aborted) return;
    if (sent.ok) onImage({ id: sent.data.id, name, size, preview: previewOf(file) });
    else setRefusal(sent.info);
  };
  return {
    progress,
    refusal,
    start,
    stop: () => running.current?.abort(),
    forgetRefusal: () => setRefusal(undefined),
  };
};
