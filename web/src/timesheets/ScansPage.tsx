import classes from './ScansPage.module.css';
import { TrayPanel } from './TrayPanel.tsx';
import { UploadArea } from './UploadArea.tsx';

/** Scanned timesheets come in here: files that are sent and read, and the tray of pages that wait for a place. */
export const ScansPage = () => (
  <div className={classes.page}>
    <UploadArea />
    <TrayPanel />
  </div>
);
