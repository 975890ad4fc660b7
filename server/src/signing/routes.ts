import * as calls from '@homecare/domain/signing/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import { checkFile } from './checking.ts';
import * as phone from './phone.ts';
import * as office from './service.ts';

export const signingRoutes = [
  bind(calls.listSigning, office.listSigning),
  bind(calls.askSignatures, office.askSignatures),
  bind(calls.makeSigningLink, office.makeSigningLink),
  bind(calls.withdrawSigner, office.withdrawSigner),
  bindUpload(calls.checkFile, checkFile),
  bind(calls.listOwnSigning, phone.listOwnSigning),
  bind(calls.printOwnRequest, phone.printOwnRequest),
  bind(calls.signOnPhone, phone.signOnPhone),
];
