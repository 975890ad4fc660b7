// Runs in the page, from its start: when was the page there, and when did it answer a click?
// Times are those of performance.now(); the answer counts when the frame that shows it was painted.
window.firstClick = (target, isAnswered) =>
  new Promise((resolve) => {
    let clicked = false;
    const look = () => {
      const element = target();
      if (element && !clicked) {
        clicked = true;
        element.click();
      }
      if (clicked && isAnswered()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });

window.submitted = new Promise((resolve) => {
  addEventListener('submit', () => resolve(performance.now()), { capture: true, once: true });
});

const named = (role, name) =>
  [...document.querySelectorAll(`[role="${role}"]`)].find((element) => element.textContent.startsWith(name));

/** The table is there with its counts; its tab Clients is clicked, and other rows are shown. */
window.peopleTableAnswers = async () => {
  const from = await window.submitted;
  const rows = () => [...document.querySelectorAll('table tbody tr')].map((row) => row.textContent);
  const clients = () => named('tab', 'Client');
  let before = '';
  const ready = () => {
    if (rows().length < 12 || !/\d/.test(clients()?.textContent ?? '')) return undefined;
    before ||= rows().join();
    return clients();
  };
  const hasAnswered = () =>
    clients()?.ariaSelected === 'true' && rows().length >= 12 && rows().join() !== before;
  const to = await window.firstClick(ready, hasAnswered);
  return { took: to - from, rows: clients().textContent };
};

/** The sign-in form is there and was painted. */
window.formIsShown = () =>
  new Promise((resolve) => {
    const look = () =>
      document.querySelector('form input[name="username"]')
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        : requestAnimationFrame(look);
    look();
  });

window.emptyPageAnswers = () =>
  window.firstClick(
    () => document.querySelector('button'),
    () => document.querySelector('button')?.textContent === 'Clicked 1',
  );

/** When the link of the Careplan List was clicked. */
window.listOpened = new Promise((resolve) => {
  const isLink = ({ target }) => target.closest?.('a[href$="careplanlist"]');
  addEventListener('click', (event) => isLink(event) && resolve(performance.now()), { capture: true });
});

/** The table of plans is there; its second page is asked for, and other rows are shown. */
window.planTableAnswers = async () => {
  const from = await window.listOpened;
  const table = () => document.querySelector('table[aria-label="Care plans"]');
  const rows = () =>
    [...(table()?.querySelectorAll('tbody tr[data-key]') ?? [])].map((row) => row.dataset.key);
  const standing = () => document.querySelector('[role="status"]')?.textContent ?? '';
  let before = '';
  const ready = () => {
    if (rows().length < 12 || !/ of /.test(standing())) return undefined;
    before ||= rows().join();
    return document.querySelector('button[aria-label="Page 2"]') ?? undefined;
  };
  const to = await window.firstClick(ready, () => rows().length >= 12 && rows().join() !== before);
  return { took: to - from, rows: standing() };
};

/** From each key press until what it changed was painted, as the browser itself measures it (multiples of 8 ms). */
window.keyPresses = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries())
    if (name === 'keydown') window.keyPresses.push(duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
