import * as calls from '@homecare/domain/agency-forms/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import * as building from './building.ts';
import { listDue } from './due.ts';
import * as filling from './filling.ts';
import * as papers from './papers.ts';
import * as phone from './phone.ts';
import { getPhoto, uploadPhoto } from './photos.ts';
import * as reading from './reading.ts';

export const agencyFormRoutes = [
  bind(calls.listForms, building.listForms),
  bind(calls.getForm, building.getForm),
  bind(calls.saveForm, building.saveForm),
  bind(calls.retireForm, building.retireForm),
  bind(calls.printBlank, papers.printBlank),
  bind(calls.listDue, listDue),
  bind(calls.beginForm, filling.beginForm),
  bindUpload(calls.uploadPhoto, uploadPhoto),
  bind(calls.fillForm, filling.fillForm),
  bind(calls.correctForm, filling.correctForm),
  bind(calls.markMistake, filling.markMistake),
  bind(calls.listFilled, reading.listFilled),
  bind(calls.getFilled, reading.getFilled),
  bind(calls.getPhoto, getPhoto),
  bind(calls.printFilled, papers.printFilled),
  bind(calls.reportForm, reading.reportForm),
  bind(calls.exportReport, reading.exportReport),
  bind(calls.listOwnForms, phone.listOwnForms),
  bind(calls.fillOnPhone, phone.fillOnPhone),
];
