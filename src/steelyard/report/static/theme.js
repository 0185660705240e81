"use strict";
// Light, dark, or as the system has it; the choice is remembered where the browser lets pages from files do so.
const THEMES = ["auto", "light", "dark"];

function remembered() {
  try {
    return localStorage.getItem("steelyard-theme");
  } catch {
    return null;
  }
}

function show(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

let theme = THEMES.includes(remembered()) ? remembered() : "auto";
show(theme);

document.addEventListener("DOMContentLoaded", () => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme";
  button.title = "Change between the system's colours, light and dark";
  button.textContent = `Theme: ${theme}`;
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    show(theme);
    button.textContent = `Theme: ${theme}`;
    try {
      localStorage.setItem("steelyard-theme", theme);
    } catch {
      // It holds for this visit only.
    }
  });
  document.querySelector("body > header").append(button);
});
