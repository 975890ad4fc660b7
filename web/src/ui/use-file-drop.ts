import { type DragEvent, useState } from 'react';

export const carriesFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/** For what takes files that are dropped on it; `data-over` while they hang above it. */
export const useFileDrop = (onFiles: (files: FileList) => void) => {
  const [over, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    'data-over': over || undefined,
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // From one thing inside to the next it is still above it.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      onFiles(event.dataTransfer.files);
    },
  };
};
