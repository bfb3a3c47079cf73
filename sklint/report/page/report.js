"use strict";
const form = document.querySelector("form");
const findings = [...document.querySelectorAll("article")];
const timelines = [...document.querySelectorAll("figure[data-kernels]")];
const count = document.querySelector("#shown");

function show() {
  const { rule, severity, kernel, words } = form.elements;
  const wanted = words.value.trim().toLowerCase();
  let shown = 0;
  for (const finding of findings) {
    const { code, kernels } = finding.dataset;
    const fits =
      (!rule.value || rule.value === code) &&
      (!severity.value || finding.classList.contains(severity.value)) &&
      (!kernel.value || kernels.split(" ").includes(kernel.value)) &&
      (!wanted || finding.textContent.toLowerCase().includes(wanted));
    finding.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  for (const timeline of timelines) {
    timeline.hidden = Boolean(kernel.value) && timeline.dataset.kernels !== kernel.value;
  }
  count.textContent = shown;
  const filters = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `#${filters}`);
}

// A link to the page can carry the filters: report.html#rule=SK101&severity=error
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
  if (form.elements[name]) form.elements[name].value = value;
}

form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
show();
