import { PAD } from '@homecare/domain/signing/ink.ts';
import { escapeHtml } from './plain-page.ts';

/** The part of a link's page where someone signs, by hand on a pad or by typing their name. */
export interface SignatureOffer {
  readonly name: string;
  /** What was drawn before the page was refused. */
  readonly ink: string;
  /** Earlier answers, sent back unchanged. */
  readonly answered: Readonly<Record<string, string>>;
}

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

type Joined = (words: readonly [english: string, spanish: string]) => string;

const answeredFields = ({ answered }: SignatureOffer) =>
  Object.entries(answered)
    .map(([key, value]) => hidden(key, value))
    .join('');

/** Opens the document in another window. It is a separate form, so that Enter in the name field signs. */
export const readingForm = (offer: SignatureOffer, joined: Joined) =>
  `<form method="post" target="_blank">${answeredFields(offer)}${hidden('show', 'document')}<button class="plain">${joined(['Read the document', 'Leer el documento'])}</button></form>`;

/** Without scripts there is no pad, and the typed name is the signature. */
export const signatureFields = (offer: SignatureOffer, joined: Joined) =>
  `${answeredFields(offer)}<label for="name">${joined(['Full name of the person who signs', 'Nombre completo de quien firma'])}</label>
<input id="name" name="name" autocomplete="name" maxlength="120" value="${escapeHtml(offer.name)}" required>
<div id="pad" hidden><label id="here">${joined(['Sign here with your finger', 'Firme aquí con el dedo'])}</label>
<canvas role="img" aria-labelledby="here" width="${PAD.width}" height="${PAD.height}"></canvas>
<div class="beside"><button type="button" class="plain" id="undo">${joined(['Undo', 'Deshacer'])}</button><button type="button" class="plain" id="clear">${joined(['Clear', 'Borrar'])}</button></div></div>
${hidden('ink', offer.ink)}
<label class="tick"><input type="checkbox" name="confirmed" value="1"><span>${joined(['Instead: my typed name is my signature', 'En su lugar: mi nombre escrito es mi firma'])}</span></label>
<p class="hint">${joined(['By signing you agree to sign electronically.', 'Al firmar acepta hacerlo de forma electrónica.'])}</p>`;

/** The same pad as on the phone (web/src/ui/SignaturePad.tsx), for a page outside the application. */
export const SIGNATURE_SCRIPT = `
const W=${PAD.width},H=${PAD.height},find=(at)=>document.querySelector(at),pad=find('canvas'),ink=find('[name=ink]'),pen=pad.getContext('2d');
const strokes=ink.value?ink.value.split(';').map((s)=>s.split(' ').map((p)=>p.split(',').map(Number))):[];
const fit=(v,most)=>Math.min(most,Math.max(0,Math.round(v)));
const at=(e)=>{const b=pad.getBoundingClientRect();return[fit((e.clientX-b.left)/b.width*W,W),fit((e.clientY-b.top)/b.height*H,H)]};
const draw=()=>{pen.clearRect(0,0,W,H);pen.lineWidth=4;pen.lineCap=pen.lineJoin='round';
for(const [first,...more] of strokes){pen.beginPath();pen.moveTo(...first);for(const p of more.length?more:[[first[0]+1,first[1]]])pen.lineTo(...p);pen.stroke()}
ink.value=strokes.map((s)=>s.map((p)=>p.join(',')).join(' ')).join(';')};
pad.addEventListener('pointerdown',(e)=>{pad.setPointerCapture(e.pointerId);strokes.push([at(e)]);draw()});
pad.addEventListener('pointermove',(e)=>{if(!pad.hasPointerCapture(e.pointerId))return;const s=strokes.at(-1),p=at(e),q=s.at(-1);if(Math.hypot(p[0]-q[0],p[1]-q[1])>=2){s.push(p);draw()}});
find('#undo').addEventListener('click',()=>{strokes.pop();draw()});
find('#clear').addEventListener('click',()=>{strokes.length=0;draw()});
find('#pad').hidden=false;draw();`;
