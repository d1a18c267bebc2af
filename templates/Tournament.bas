Attribute VB_Name = "Tournament"
Option Explicit

' How the buttons of xlplugin reach Python. The macros themselves, one for each button, are at the end: they
' are made from the list of verbs, xlplugin/verbs/list.py, when a workbook is built.
' What they do is written in Python, in xlplugin/verbs and xlplugin/functions.py; on Windows and on
' macOS xlplugin/from_excel.py begins it.

Private Const TITLE As String = "Tournament"
Private Const NOT_SET_UP As String = "xlplugin is not set up for buttons on this computer yet."
Private Const MOVED As String = "The Python that was set up for the buttons is not there any more:"
Private Const NOT_STARTED As String = "Excel could not start Python:"
Private Const NOT_RUN As String = "Python started, but could not run xlplugin."
Private Const MEND As String = "To mend it:"
Private Const BY_COMMANDS As String = "If it was installed by commands, type in its folder:"
Private Const AT_WORK As String = "Python is at work ..."
Private Const COLD As String = "XLPLUGIN_COLD"
Private Const HINT As String = "Hint"
Private Const WORDS_TAB As String = "Words"
Private isAtWork As Boolean
Private startedAt As Date
Private logFile As String
Private known As Variant

' The words of the workbook's language: a hidden tab of two columns has them, each beside its name. Without that
' tab, and where a word is not there, it is English. The tab is read once, before it is needed first.
Private Function Word(ByVal name As String, ByVal english As String) As String
    Dim k As Long
    Word = english
    If IsEmpty(known) Then ReadWords
    If Not IsArray(known) Then Exit Function
    For k = 1 To UBound(known, 1)
        If CStr(known(k, 1)) = name Then
            If CStr(known(k, 2)) <> "" Then Word = CStr(known(k, 2))
            Exit Function
        End If
    Next k
End Function

Private Sub ReadWords()
    known = 0
    On Error Resume Next
    known = ThisWorkbook.Worksheets(WORDS_TAB).UsedRange.Value
End Sub

' A sentence, whose name is its English.
Private Function Spoken(ByVal english As String) As String
    Spoken = Word(english, english)
End Function

Private Function SpokenOf(ByVal english As String, ByVal value As String) As String
    SpokenOf = Replace(Spoken(english), "{value}", value)
End Function

' What stands on the ribbon. A control has its English with it: its label, and a bar between that and its tip.
Public Sub Ribbon_Group(control As Object, ByRef text As Variant)
    text = Spoken(control.Tag)
End Sub

Public Sub Ribbon_Label(control As Object, ByRef text As Variant)
    text = Word(control.ID, Split(control.Tag & "|", "|")(0))
End Sub

Public Sub Ribbon_Tip(control As Object, ByRef text As Variant)
    text = Word(control.ID & " tip", Split(control.Tag & "|", "|")(1))
End Sub

' The buttons on the first tab are called as on the ribbon.
Private Sub NameButtons()
    Dim button As Object, macro As String, isSaved As Boolean
    On Error Resume Next
    If Word("language", "") = "" Then Exit Sub
    isSaved = ThisWorkbook.Saved
    For Each button In Sheet1.Buttons
        macro = Mid$(button.OnAction, InStrRev(button.OnAction, "!") + 1)
        macro = Mid$(macro, InStrRev(macro, ".") + 1)
        If button.Caption <> Word(macro, button.Caption) Then button.Caption = Word(macro, button.Caption)
    Next button
    If isSaved Then ThisWorkbook.Saved = True
End Sub

' The hint beside the buttons. A workbook begins with one that says how to let macros run, which is seen
' wherever they may not. Excel calls this with the ribbon, once they may; it runs in no other program. Labels that
' it asked for before that are asked for again: it remembers even those that it did not get.
Public Sub Ribbon_Loaded(ribbon As Object)
    On Error Resume Next
    NameButtons
    ribbon.Invalidate
    ShowHint WhatIsMissing(ChosenPython())
End Sub

' Whether there are changes to save stays as it is: nobody is asked because of a hint.
Private Sub ShowHint(ByVal said As String)
    Dim shown As Object, isSaved As Boolean
    On Error Resume Next
    Set shown = Sheet1.Shapes(HINT)
    If shown Is Nothing Then Exit Sub
    isSaved = ThisWorkbook.Saved
    If said <> "" Then
        shown.TextFrame.Characters.Text = said
    End If
    If CBool(shown.Visible) <> (said <> "") Then ' a change, even to the same, would end what can be undone
        shown.Visible = (said <> "")
    End If
    If isSaved Then ThisWorkbook.Saved = True
End Sub

' What a macro asks first.

Private Sub AskForYes(ByVal verb As String, ByVal question As String)
    If isAtWork Then Exit Sub
    If MsgBox(question, vbYesNo + vbQuestion + vbDefaultButton2, Spoken(TITLE)) = vbYes Then AskPython verb
End Sub

' The answer goes to Python in a command: digits alone.
Private Sub AskForNumber(ByVal verb As String, ByVal question As String)
    Dim answer As String, wrong As String
    If isAtWork Then Exit Sub
    answer = Trim$(InputBox(question, Spoken(TITLE)))
    If answer = "" Then Exit Sub
    If Not IsNumber(answer) Then
        wrong = SpokenOf("{value} is not a number. Type it in digits alone, for example 12.", answer)
        MsgBox wrong, vbExclamation, Spoken(TITLE)
        Exit Sub
    End If
    AskPython verb & ":" & answer
End Sub

Private Function IsNumber(ByVal text As String) As Boolean
    Dim k As Long
    For k = 1 To Len(text)
        If InStr("0123456789", Mid$(text, k, 1)) = 0 Then Exit Function
    Next k
    IsNumber = (Len(text) < 6)
End Function

' How a click reaches Python. Which Python that is says the configuration that xlwings keeps for the user
' of this computer, as "xlplugin setup" writes it: nothing that lies beside the workbook, and no python
' that happens to be on the path.

Private Sub AskPython(ByVal verb As String)
    Dim said As String, icon As Long
    If isAtWork Then Exit Sub
    icon = vbExclamation
    On Error GoTo failed
    ShowBusy True
    said = WhatTheNameForbids()
    If ThisWorkbook.Path = "" Then said = Spoken("Save this workbook first (File, Save As), then click again.")
    If said = "" Then
        ThisWorkbook.Activate
        said = StartPython(verb, ChosenPython(), icon)
    End If
    ShowBusy False
    If said <> "" Then MsgBox said, icon, Spoken(TITLE)
    Exit Sub
failed:
    said = Spoken(NOT_STARTED) & " " & Err.Description & Mending(IIf(IsMac(), "setup", "doctor"))
    Application.StatusBar = False
    ShowBusy False
    MsgBox said, vbExclamation, Spoken(TITLE)
End Sub

' From the first moment of a click until there is something to read; on macOS a click does not wait for
' Python, and StartOnMac tells it. Meanwhile Excel takes clicks, which do nothing, and keys: Esc would end
' the macro, and leave pointer and status bar as they are. Excel obeys Esc again once no macro runs.
Private Sub ShowBusy(ByVal isBusy As Boolean)
    isAtWork = isBusy
    If IsMac() Then Exit Sub
    On Error Resume Next
    If isBusy Then
        Application.EnableCancelKey = xlDisabled
        Application.StatusBar = Spoken(AT_WORK)
        Application.Cursor = xlWait
    Else
        Application.StatusBar = False
        Application.Cursor = xlDefault
    End If
End Sub

' The workbook's name goes to Python in a command.
Private Function WhatTheNameForbids() As String
    Dim signs As String, k As Long
    signs = "=%"
    If IsMac() Then signs = "=|$`\/:" & Chr(34)
    For k = 1 To Len(signs)
        If InStr(ThisWorkbook.Name, Mid$(signs, k, 1)) > 0 Then
            WhatTheNameForbids = SpokenOf( _
                "Save this workbook under a name without {value} (File, Save As), then click again.", _
                Mid$(signs, k, 1))
            Exit Function
        End If
    Next k
End Function

Private Function IsMac() As Boolean
    IsMac = InStr(Application.OperatingSystem, "Mac") > 0
End Function

Private Function ChosenPython() As String
    ChosenPython = GetConfig("XLPLUGIN PYTHON", "", "user")
End Function

Private Function KeepsPython() As Boolean
    KeepsPython = (LCase$(GetConfig("XLPLUGIN WARM", "", "user")) = "true")
End Function

' Whether a path begins at the root: any other would be looked for in the current folder.
Private Function IsWhole(ByVal path As String) As Boolean
    If IsMac() Then
        IsWhole = (Left$(path, 1) = "/")
    Else
        IsWhole = (Mid$(path, 2, 2) = ":\" Or Left$(path, 2) = "\\")
    End If
End Function

' What to do: first for who used an installer, then for who typed the README's commands.
Private Function Mending(ByVal verb As String) As String
    Mending = vbNewLine & vbNewLine & Spoken(MEND) & " " & ToClick(verb) & vbNewLine & _
        Spoken(BY_COMMANDS) & " " & ToType(verb)
End Function

Private Function ToClick(ByVal verb As String) As String
    If IsMac() Then
        ToClick = Spoken("double-click Set up.command of xlplugin.")
        If verb = "doctor" Then ToClick = Spoken("in your home folder: Applications, xlplugin, Tournament doctor.")
    Else
        ToClick = Spoken("run the setup program of xlplugin.")
        If verb = "doctor" Then ToClick = Spoken("Start menu, xlplugin, Tournament doctor.")
    End If
End Function

Private Function ToType(ByVal verb As String) As String
    If IsMac() Then
        ToType = ".venv/bin/xlplugin " & verb
    Else
        ToType = ".venv\Scripts\xlplugin " & verb
    End If
End Function

Private Function Quoted(ByVal text As String) As String
    Quoted = Chr(34) & text & Chr(34)
End Function

' What keeps the Python that was chosen from being started, as far as can be seen. On macOS Excel may not
' look outside its own folders: there a click itself finds out.
Private Function WhatIsMissing(ByVal interpreter As String) As String
    If Not IsWhole(interpreter) Then
        WhatIsMissing = Spoken(NOT_SET_UP) & Mending("setup")
    ElseIf IsMac() Then
        Exit Function
    ElseIf Not FileExists(interpreter) Then
        WhatIsMissing = Spoken(MOVED) & vbNewLine & interpreter & Mending("setup")
    End If
End Function

' What there is to say, if anything, and with which icon.
Private Function StartPython(ByVal verb As String, ByVal interpreter As String, icon As Long) As String
    Dim said As String
    said = WhatIsMissing(interpreter)
    ShowHint said
    If said <> "" Then
        StartPython = said
        Exit Function
    ElseIf IsMac() Then
        StartOnMac verb, interpreter
    ElseIf Not AskedWarmPython(verb, interpreter, said, icon) Then
        ' -P: no modules from the current folder, which may be anybody's; -E: no other Python's PYTHONHOME
        If RunAndWait(Quoted(interpreter) & " -E -P -m xlplugin.from_excel " & verb & " " & _
                Quoted("--wb=" & ThisWorkbook.Name) & " --from_xl=1 --hwnd=" & Application.Hwnd) <> 0 Then
            said = Spoken(NOT_RUN) & Mending("doctor")
        End If
    End If
    StartPython = said
End Function

' What a program says of itself at its end: 0 if all is well.
Private Function RunAndWait(ByVal commandLine As String) As Long
    RunAndWait = CreateObject("WScript.Shell").Run(commandLine, 0, True)
End Function

' On Windows Python may be kept running between clicks: whether it was asked, and what it has to say. While
' it is at work Excel waits for it, and would say so if it showed a message itself.
Private Function AskedWarmPython(ByVal verb As String, ByVal interpreter As String, said As String, _
        icon As Long) As Boolean
    Dim python As Object, answer As Object
    If Not KeepsPython() Then Exit Function
    Set python = WarmPython(interpreter)
    If python Is Nothing Then Exit Function
    AskedWarmPython = True
    On Error GoTo failed
    python.SetAttr python.Module("xlwings._xlwindows"), "BOOK_CALLER", ThisWorkbook
    python.Exec "from xlplugin import from_excel; from_excel.kept('" & verb & "')"
    Set answer = python.GetAttr(python.Module("xlplugin.from_excel"), "said")
    said = python.Str(python.GetAttr(answer, "text"))
    icon = IIf(python.Bool(python.GetAttr(answer, "is_wrong")), vbCritical, vbInformation)
    Exit Function
failed:
    said = Spoken(NOT_RUN) & Mending("doctor")
End Function

' The server of xlwings, started where nobody can lay programs in its way; Nothing if it does not start. Excel
' is frozen for two minutes then, so it is not tried again before Excel is closed, by no workbook; and never
' in an Excel from the Microsoft Store, which such a server cannot reach.
Private Function WarmPython(ByVal interpreter As String) As Object
    Dim folder As String, remembered As Object
    If InStr(1, Application.Path, "\WindowsApps\", vbTextCompare) > 0 Then Exit Function
    On Error Resume Next
    Set remembered = CreateObject("WScript.Shell").Environment("PROCESS")
    If remembered.Item(COLD) <> "" Or Err.Number <> 0 Then Exit Function
    folder = CurDir$
    ChDrive interpreter
    ChDir ParentFolder(interpreter)
    If Err.Number = 0 Then Set WarmPython = XLPy()
    If WarmPython Is Nothing Then remembered.Item(COLD) = "1"
    ChDrive folder
    ChDir folder
End Function

' Through the script of xlwings, which does not wait for Python. A second click while the first is at work
' does nothing (a message would keep Python from Excel); Python clears the status bar when it is done.
Private Sub StartOnMac(ByVal verb As String, ByVal interpreter As String)
    #If Mac Then
    Dim parameters As String
    If CStr(Application.StatusBar) = Spoken(AT_WORK) And Now < startedAt + TimeSerial(0, 1, 0) Then Exit Sub
    startedAt = Now
    logFile = Environ("HOME") & "/xlwings.log"
    On Error Resume Next
    Kill logFile
    On Error GoTo 0
    parameters = "false;;;;;|'" & Replace(interpreter, "'", "'\''") & "' -E -P" & _
        "|import importlib.util, os, sys; importlib.util.find_spec('xlplugin')" & _
        " or (sys.stderr.write('" & NOT_RUN & "'), os._exit(1));" & _
        " from xlplugin import from_excel; from_excel.main('" & verb & "')|" & ThisWorkbook.Name & _
        "|" & Left$(Application.Path, Len(Application.Path) - 4) & "|" & logFile
    Application.StatusBar = Spoken(AT_WORK)
    If CStr(AppleScriptTask("xlwings-" & XLWINGS_VERSION & ".applescript", "VbaHandler", parameters)) = "1" Then
        Err.Raise vbObjectError + 1, , Spoken("the shell of macOS refused it.")
    End If
    WatchAgain
    #End If
End Sub

Private Sub WatchAgain()
    Application.OnTime Now + TimeSerial(0, 0, 3), _
        "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!Tournament.WatchPython"
End Sub

' A Python that cannot begin tells nobody but its log file, and leaves the status bar as it is.
Private Sub WatchPython()
    If CStr(Application.StatusBar) <> Spoken(AT_WORK) Then Exit Sub
    If WrittenIn(logFile) > 0 Then
        Application.StatusBar = False
        MsgBox Spoken(LastLineOf(logFile)) & Mending("doctor"), vbExclamation, Spoken(TITLE)
    ElseIf Now < startedAt + TimeSerial(0, 1, 0) Then
        WatchAgain
    Else
        Application.StatusBar = False
        If Not IsThere(logFile) Then MsgBox Spoken(NOT_STARTED) & " " & Spoken("it has left no log.") & _
            Mending("setup"), vbExclamation, Spoken(TITLE)
    End If
End Sub

Private Function IsThere(ByVal path As String) As Boolean
    On Error Resume Next
    If path = "" Then
        IsThere = True
    Else
        IsThere = (Dir(path) <> "")
    End If
End Function

' What Python said last; of a traceback that is the error itself.
Private Function LastLineOf(ByVal path As String) As String
    Dim number As Integer, said As String
    LastLineOf = NOT_RUN
    On Error Resume Next
    number = FreeFile
    Open path For Input As #number
    said = Input$(LOF(number), #number)
    Close #number
    Do While Right$(said, 1) = vbLf Or Right$(said, 1) = vbCr
        said = Left$(said, Len(said) - 1)
    Loop
    If said <> "" Then LastLineOf = Mid$(said, InStrRev(said, vbLf) + 1)
End Function

Private Function WrittenIn(ByVal path As String) As Long
    On Error Resume Next
    WrittenIn = FileLen(path)
End Function

' Worksheet functions. Each is given the tabs that it is about, with their header rows:
' =STANDINGS(Event!A1:B60, Players!A1:Z200, 'Round 1'!A1:P100, 'Round 2'!A1:P100)

Public Function STANDINGS(eventTab As Variant, playersTab As Variant, ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    STANDINGS = AskFunction("standings", Array(eventTab, playersTab), rounds)
End Function

Public Function PLAYER_RECORD(player As Variant, eventTab As Variant, playersTab As Variant, _
        ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    PLAYER_RECORD = AskFunction("player_record", Array(player, eventTab, playersTab), rounds)
End Function

Private Function AskFunction(ByVal which As String, first As Variant, rounds As Variant) As Variant
    Dim arguments() As Variant, k As Long, count As Long
    Dim python As Object
    If IsMac() Then
        AskFunction = Spoken("Worksheet functions need Excel on Windows, or xlwings Lite.")
        Exit Function
    End If
    If Not IsWhole(ChosenPython()) Then
        AskFunction = Spoken(NOT_SET_UP) & " " & Spoken(MEND) & " " & ToClick("setup")
        Exit Function
    End If
    If Not KeepsPython() Then
        AskFunction = SpokenOf( _
            "Worksheet functions need a Python that is kept running: type in the folder of xlplugin {value}", _
            ToType("setup --warm"))
        Exit Function
    End If
    On Error GoTo failed
    count = UBound(first) + 1
    ReDim arguments(0 To count + UBound(rounds))
    For k = 0 To UBound(first)
        arguments(k) = first(k)
    Next k
    For k = 0 To UBound(rounds)
        arguments(count + k) = rounds(k)
    Next k
    Set python = WarmPython(ChosenPython())
    If python Is Nothing Then
        AskFunction = Spoken(NOT_STARTED) & " " & Spoken(MEND) & " " & ToClick("doctor")
        Exit Function
    End If
    AskFunction = python.CallUDF("xlplugin.functions", which, arguments, Nothing, Application.Caller)
    Exit Function
failed:
    AskFunction = Err.Description
End Function
