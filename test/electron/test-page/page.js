// The smallest renderer: shows what the bridge says and reports that it is painted.
const info = await window.octavo.call('app.info', {});
document.getElementById('info').textContent = JSON.stringify(info);
window.events = [];
for (const name of ['import.progress', 'panel.shown', 'service.online', 'account.changed']) {
  window.octavo.on(name, (value) => window.events.push({ name, value }));
}
await window.octavo.call('app.painted', {});
