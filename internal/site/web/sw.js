// The service worker: keeps the files of one version of the site, and answers with them. The first
// line, which names the version and the hash of every file, is written when the site is made.
//
// A new version is fetched while the old one is in use. It is kept only if all its files are there
// and have the right hashes, and it is used when no page of the old version is open any more, or when somebody
// asks for it: then all pages are loaded again.

const prefix = 'gridlock ' + registration.scope + ' ';

addEventListener('install', e => e.waitUntil(keep()));
addEventListener('activate', e => e.waitUntil(forget()));
addEventListener('message', e => {
	if (e.data == 'use') skipWaiting();
});
addEventListener('fetch', e => {
	const name = nameOf(e.request);
	if (name !== null) e.respondWith(find(name, e.request));
});

/** Fetches all files. */
async function keep() {
	const cache = await caches.open(prefix + version);
	await cache.addAll(Object.entries(files).map(([name, integrity]) => new Request(name, { integrity, cache: 'no-cache' })));
}

/** Removes other versions. */
async function forget() {
	for (const name of await caches.keys()) {
		if (name.startsWith(prefix) && name != prefix + version) await caches.delete(name);
	}
}

/** The name of the file that a request is for, null if it is none of the site. */
function nameOf(request) {
	const url = new URL(request.url);
	url.search = url.hash = '';
	if (request.method != 'GET' || !url.href.startsWith(registration.scope)) return null;
	const name = url.href.slice(registration.scope.length);
	if (name == '' || name == 'index.html') return './';
	return name in files ? name : null;
}

/** Answers with a file. */
async function find(name, request) {
	return await (await caches.open(prefix + version)).match(name) ?? fetch(request);
}
