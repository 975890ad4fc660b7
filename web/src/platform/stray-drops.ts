import { carriesFiles } from '../ui/use-file-drop.ts';

/** File inputs accept drops by themselves. */
const takesFiles = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file';

/** Ignores files dropped outside a drop area, because the browser would open them and leave the application. */
export const catchStrayDrops = () => {
  const stop = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || takesFiles(target) || !dataTransfer || !carriesFiles(dataTransfer)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  // Elements that newly appear under the pointer, such as in a list that has loaded, first get a dragenter.
  window.addEventListener('dragenter', stop);
  window.addEventListener('dragover', stop);
  window.addEventListener('drop', stop);
};
