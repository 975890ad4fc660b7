import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './ScansPage.module.css';
import { addScans } from './sending-scans.ts';
import { TrayPanel } from './TrayPanel.tsx';
import { UploadArea } from './UploadArea.tsx';

/** Scanned timesheets come in here: files that are sent and read, and the tray of pages that wait for a place. */
export const ScansPage = () => (
  // Files are dropped anywhere on the page.
  <div className={classes.page} {...useFileDrop(addScans)}>
    <UploadArea />
    <TrayPanel />
  </div>
);
