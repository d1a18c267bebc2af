if (isFeed) window.parent.postMessage({ xlplugin: data }, "*");
else begin();
