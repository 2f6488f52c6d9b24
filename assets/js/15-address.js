// Whole addresses of this site, where a page knows them only when it is read.

for (const place of all("[data-address]")) place.textContent = new URL(place.dataset.address, document.baseURI).href;
