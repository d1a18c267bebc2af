// The served page begins: with one's own code from the address, and in large type where that asks for it.

byId("main").prepend(lost, said);
document.querySelector(".heading").after(corner);
if (location.search === "?projector") kept.set("xlplugin projector", true);
me.begin();
ownViews();
drawCorner();
begin();
