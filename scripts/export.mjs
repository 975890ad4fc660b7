import { operation } from './operation.mjs';

operation('export');
