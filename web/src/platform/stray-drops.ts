import { carriesFiles } from '../ui/use-file-drop.ts';

/** A field for files takes what is dropped on it by itself. */
const takesFiles = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file';

/** A file that is let go beside its place is no reason to leave the application: a browser would open it instead. */
export const catchStrayDrops = () => {
  const stop = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || takesFiles(target) || !dataTransfer || !carriesFiles(dataTransfer)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  // What comes under the pointer anew, as when a list has loaded, answers an entry first.
  window.addEventListener('dragenter', stop);
  window.addEventListener('dragover', stop);
  window.addEventListener('drop', stop);
};
